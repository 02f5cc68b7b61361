"""A bot that answers as fast, and as wrong, as a person may.

What it does for a Contract: read it and find the start; then, for each movement, read
it and tell left from right, put itself into the place of an agent who looks at it, and
count the steps. Each takes its time (SKILLS); the sum is drawn out by age and spread.
Now and then it makes one of the slips that `partybots route check` diagnoses.

Taken from published results:
- Counting takes 250 to 350 ms an item, seeing at a glance how many there are 40 to 100
  (Trick and Pylyshyn 1994, Psychological Review 101, 80-102). A novice and a player
  count, at either end of the first range; an expert sees, at the end of the second.
- Turning something in one's mind takes time in proportion to the angle (Shepard and
  Metzler 1971, Science 171, 701-703: some 60 degrees a second for pairs of solids), and
  about a third of that for a single figure (S. Shepard and D. Metzler 1988, Journal of
  Experimental Psychology: Human Perception and Performance 14, 3-11). So a novice takes
  1 s for the half turn to an agent who faces them.
- Telling someone else's left from right takes longer the more their view differs from
  one's own, as if one turned oneself (Michelon and Zacks 2006, Perception &
  Psychophysics 68, 327-337; Kessler and Thomson 2010, Cognition 114, 72-88); a figure
  seen from behind is faster and surer (May and Wendt 2012, Cognitive Processing 13,
  S257-260). So agents seen from behind cost nothing extra.
- A child of 4 takes three times, one of 8 twice as long as an adult (Kail and Hall
  1994, Developmental Psychology 30, 949-954), healthy people in their sixties 1.5 times
  as long (Verhaeghen and Cerella 2002, Neuroscience & Biobehavioral Reviews 26,
  849-857). slowing() halves the child's excess every four years and lets the other grow
  evenly from 20 on.
- Children tell the left of a person facing them last, at eight or nine, and half of
  them do not at eleven (Rigal 1994, Perceptual and Motor Skills 79, 1259-1278). It gets
  better up to young adults and worse after fifty (Ofte and Hugdahl 2002, Journal of
  Clinical and Experimental Neuropsychology 24, 82-92), and better with practice (Grewe
  and others 2014, Cognitive Processing 15, 159-172). So slips go with slowing(), too.

Ours, since nobody has measured this game: all else in SKILLS, that the times add up,
that their spread is log-normal (response times are known to be skewed to the right),
that a Contract sees at most one slip, and, in solvers/route, how likely each slip is.
"""

from typing import NamedTuple

from partybots.core import BadValue, Bot, Rng, Timed, UnknownName, View
from partybots.plugins.right_turn_left_turn.house import get_circle, open_contract
from partybots.solvers.route import LANDMARKS, Circle, Contract, Step, slips, solve

AGES = range(6, 100)


class Skill(NamedTuple):
    """Of a person who is slowed down by nothing; times in ms."""

    base: int  # to read the start and find it
    movement: int  # to read a movement and tell which way it goes
    front: int  # more, to see it as an agent does who is seen from the front
    step: int  # to count one
    spread: float  # standard deviation of the logarithm of the time
    slip: float  # chance of one at a movement


SKILLS = {
    "novice": Skill(1500, 900, 1000, 350, 0.35, 0.20),
    "player": Skill(900, 500, 500, 250, 0.30, 0.07),
    "expert": Skill(500, 250, 120, 100, 0.25, 0.015),
}


class Human(Bot):
    """A person of that age, in years, and skill: novice, player or expert."""

    def __init__(self, age: int = 25, skill: str = "player") -> None:
        if age not in AGES:
            youngest, oldest = AGES[0], AGES[-1]
            raise BadValue(f"human is {youngest} to {oldest} years old, not {age}")
        if skill not in SKILLS:
            raise UnknownName("skill of human", skill, SKILLS)
        self.skill, self.slowing = SKILLS[skill], slowing(age)

    def choose(self, view: View, rng: Rng) -> Timed:
        circle = get_circle(view.state)
        contract = open_contract(view.state)
        solution = solve(contract, circle)
        answer, chance = solution.answer, min(self.skill.slip * self.slowing, 0.9)
        if any(rng.random() < chance for _ in solution.steps):
            answer = slip(contract, circle, rng)
        ms = self.slowing * sum(self.efforts(solution.steps))
        ms *= power_of_e(self.skill.spread * normal(rng))
        return Timed(LANDMARKS.index(answer), round(ms))

    def efforts(self, steps: tuple[Step, ...]) -> list[int]:
        """In ms: of the start, then of each movement."""
        skill = self.skill
        return [
            skill.base,
            *(
                skill.movement
                + skill.front * (step.facing == "front")
                + skill.step * step.count
                for step in steps
            ),
        ]


def slip(contract: Contract, circle: Circle, rng: Rng) -> str:
    """What someone says who makes one slip; by chance that may be right."""
    made = slips(contract, circle)
    drawn = rng.below(sum(slip.odds for slip in made))
    for slip in made:
        drawn -= slip.odds
        if drawn < 0:
            break
    return slip.answer


def slowing(age: int) -> float:
    """How many times as long as at one's best: 2 at 8, 1.5 at 65."""
    child = 1 + 4 * power_of_e(-age * 0.6931 / 4)  # halves every 4 years
    return max(child, 1 + (age - 20) / 90)


def normal(rng: Rng) -> float:
    """Standard normal, nearly: the sum of twelve even draws, at most 6 from 0."""
    return sum(rng.random() for _ in range(12)) - 6


def power_of_e(x: float) -> float:
    """e ** x to a few in a thousand, by multiplication alone: alike on all machines."""
    power = 1 + x / 1024
    for _ in range(10):
        power *= power
    return power
