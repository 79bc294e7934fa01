/** Where people find help. The manual and support are pages of the project itself, so that nothing leads nowhere offline. */
export const SUPPORT_URL = '/help#support'
export const MANUAL_URL = '/help'
