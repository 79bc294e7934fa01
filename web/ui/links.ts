/** URLs of help. Guide and support are pages of the app, so they work offline. */
export const SUPPORT_URL = '/guide/support'
export const MANUAL_URL = '/guide'
/** Help for recordings without speech. */
export const NO_AUDIO_HELP_URL = '/guide/support#silent'
