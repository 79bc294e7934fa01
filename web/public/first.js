// Before everything else. A file of its own: the page allows no inline script.
;(() => {
  // The page's one policy for Trusted Types. Text that is set as HTML by the way passes only where no element can come of
  // it, the style sheets of the component library; the editor asks by name when it reads the clipboard into a document that
  // runs nothing. Scripts are never made of text.
  window.trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (sink === undefined || !html.includes('<') ? html : null),
  })

  // So that a dark page never flashes white.
  let scheme = 'auto'
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  } catch {
    // Storage may be forbidden; the system's colours are right then.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
