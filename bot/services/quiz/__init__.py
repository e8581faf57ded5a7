"""Quizzes and exercises: questions, sealed answers, scores."""
