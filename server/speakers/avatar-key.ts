/** Storage key of a speaker's picture. */
export const avatarKey = (speakerId: number, name: string): string => `avatars/${speakerId}/${name}`

/** Address of the picture, for readers who see the speaker. */
export const avatarPath = (speakerId: number, name: string): string => `/avatars/${speakerId}/${name}`
