/** The desktop app is recognised by its user agent. */
export const isDesktopApp = (): boolean => navigator.userAgent.includes('KaiwaDesktop/')
