/** The desktop app names itself in its user agent. */
export const isDesktopApp = (): boolean => navigator.userAgent.includes('KaiwaDesktop/')
