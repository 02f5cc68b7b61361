"""What the pictures of circles are made of: agents and landmarks, as SVG.

Agents stand upright with their feet below, 96 by 146; landmarks are 48 by 48. Both are
drawn round (0, 0), in the picture's units.
"""

SKIN, HAIR, COAT, DARK = "#fcd9b6", "#5b3716", "#1d4ed8", "#172554"
FEET = f"""
<path d="M -12 56 L -14 68 M 12 56 L 14 68" stroke="{DARK}" stroke-width="13"/>
<ellipse cx="-17" cy="70" rx="11" ry="6" fill="#111827"/>
<ellipse cx="17" cy="70" rx="11" ry="6" fill="#111827"/>
"""
ARMS = f"""
<path d="M -22 12 L -38 34 M 22 12 L 38 34" stroke="{COAT}" stroke-width="13"
 stroke-linecap="round"/>
<circle cx="-39" cy="38" r="11" fill="{SKIN}"/>
<circle cx="39" cy="38" r="11" fill="{SKIN}"/>
"""
COATED = f"""{FEET}{ARMS}
<path d="M -26 62 L -26 12 Q 0 -2 26 12 L 26 62 Z" fill="{COAT}"/>
"""
FRONT = f"""{COATED}
<path d="M -9 2 L 0 16 L 9 2 Z" fill="#f8fafc"/>
<circle cx="0" cy="26" r="3" fill="#facc15"/>
<circle cx="0" cy="39" r="3" fill="#facc15"/>
<circle cx="0" cy="52" r="3" fill="#facc15"/>
<circle cx="0" cy="-24" r="27" fill="{SKIN}"/>
<circle cx="-10" cy="-24" r="4.5" fill="#111827"/>
<circle cx="10" cy="-24" r="4.5" fill="#111827"/>
<path d="M -12 -12 Q 0 1 12 -12" fill="none" stroke="#111827" stroke-width="3.5"/>
<path d="M -28 -35 Q 0 -68 28 -35 Z" fill="{DARK}"/>
<circle cx="0" cy="-45" r="5.5" fill="#facc15"/>
"""
BEHIND = f"""{COATED}
<path d="M -24 12 L 24 58 M 24 12 L -24 58" stroke="#f8fafc" stroke-width="7"/>
<path d="M -10 -4 L -10 6 L 10 6 L 10 -4 Z" fill="{SKIN}"/>
<circle cx="0" cy="-24" r="27" fill="{HAIR}"/>
<path d="M -28 -33 Q 0 -68 28 -33 Z" fill="{DARK}"/>
<rect x="-29" y="-37" width="58" height="7" rx="3" fill="#0b1437"/>
"""
AGENTS = {"front": FRONT, "back": BEHIND}
PAPER = {"front": "#fef9c3", "back": "#dbeafe"}
HANDS = {"front": ("R", "L"), "back": ("L", "R")}  # at the left and the right of it
LANDMARKS = {
    "house": """
<path d="M -17 20 L -17 -2 L 17 -2 L 17 20 Z" fill="#fde68a" stroke="#78350f"
 stroke-width="2"/>
<path d="M -23 -1 L 0 -22 L 23 -1 Z" fill="#dc2626" stroke="#7f1d1d" stroke-width="2"/>
<rect x="-5" y="6" width="10" height="14" fill="#78350f"/>
""",
    "ambulance": """
<path d="M -23 -14 L 9 -14 L 9 -6 L 17 -6 L 23 4 L 23 13 L -23 13 Z" fill="#f8fafc"
 stroke="#334155" stroke-width="2"/>
<path d="M -7 -9 L -7 7 M -15 -1 L 1 -1" stroke="#dc2626" stroke-width="5"/>
<rect x="-12" y="-20" width="10" height="6" fill="#2563eb"/>
<circle cx="-12" cy="14" r="6" fill="#111827"/><circle cx="13" cy="14" r="6"
 fill="#111827"/>
""",
    "bicycle": """
<g fill="none" stroke="#111827" stroke-width="3"><circle cx="-13" cy="8" r="10"/>
<circle cx="13" cy="8" r="10"/></g>
<path d="M -13 8 L -5 -8 L 9 -8 L 0 8 Z M -5 -8 L 0 8 M 13 8 L 8 -14 L 14 -16
 M -9 -11 L -1 -11" fill="none" stroke="#dc2626" stroke-width="3"/>
""",
    "tree": """
<rect x="-4" y="4" width="8" height="18" fill="#78350f"/>
<g fill="#16a34a"><circle cx="0" cy="-11" r="12"/><circle cx="-10" cy="-1" r="10"/>
<circle cx="10" cy="-1" r="10"/></g>
""",
    "street-lamp": """
<path d="M -6 22 L -6 -14 Q -6 -20 2 -20 L 10 -20" fill="none" stroke="#334155"
 stroke-width="4"/>
<path d="M -13 22 L 1 22" stroke="#334155" stroke-width="4"/>
<path d="M 3 -16 L 17 -16 L 20 -8 L 0 -8 Z" fill="#facc15" stroke="#334155"
 stroke-width="2"/>
""",
    "stop-sign": """
<path d="M 0 0 L 0 23" stroke="#334155" stroke-width="4"/>
<path d="M -7 -23 L 7 -23 L 17 -13 L 17 1 L 7 11 L -7 11 L -17 1 L -17 -13 Z"
 fill="#dc2626" stroke="#f8fafc" stroke-width="2"/>
<text x="0" y="-2" text-anchor="middle" font-size="11" font-weight="bold"
 fill="#ffffff">STOP</text>
""",
    "traffic-light": """
<rect x="-10" y="-23" width="20" height="40" rx="5" fill="#1f2937"/>
<path d="M 0 17 L 0 23" stroke="#1f2937" stroke-width="5"/>
<circle cx="0" cy="-15" r="5" fill="#ef4444"/><circle cx="0" cy="-3" r="5"
 fill="#facc15"/><circle cx="0" cy="9" r="5" fill="#22c55e"/>
""",
}
