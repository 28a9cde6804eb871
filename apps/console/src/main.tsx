document.title = 'Querent';
