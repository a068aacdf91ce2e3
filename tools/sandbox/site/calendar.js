document.documentElement.dataset.calendar = 'ready'
