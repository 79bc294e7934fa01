/** URL path of a person's photo. */
export const avatarPath = (userId: number, name: string): string => `/avatars/people/${userId}/${name}`

/** Storage key of the photo at this path. */
export const avatarKey = (path: string): string => path.slice(1)
