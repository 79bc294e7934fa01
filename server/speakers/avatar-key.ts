/** Where a speaker's picture is stored. */
export const avatarKey = (speakerId: number, name: string): string => `avatars/${speakerId}/${name}`

/** Where it is fetched, by those who see the speaker. */
export const avatarPath = (speakerId: number, name: string): string => `/avatars/${speakerId}/${name}`
