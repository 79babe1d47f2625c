// Applies the colour scheme that the user has chosen to the frame that is shown until the app renders.
(function () {
  var chosen = /(?:^|; )color-scheme=(light|dark)(?:;|$)/.exec(document.cookie);
  if (chosen) document.documentElement.setAttribute('data-mantine-color-scheme', chosen[1]);
})();
