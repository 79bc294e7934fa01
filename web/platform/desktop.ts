/** The desktop app is recognised by its user agent. */
export function isDesktopApp(): boolean {
  return navigator.userAgent.includes('KaiwaDesktop/')
}
