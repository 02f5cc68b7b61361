"""What happens when games, bots and referees meet: matches, tournaments, ratings."""
