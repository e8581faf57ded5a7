"""Questions with numbered answers: menus, quizzes, sign-in."""
