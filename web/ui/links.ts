/** Where people find help. The manual and support are pages of the project itself, so that nothing leads nowhere offline. */
export const SUPPORT_URL = '/guide/support'
export const MANUAL_URL = '/guide'
/** What to do about a recording in which no speech was found. */
export const SILENT_URL = '/guide/support#silent'
