/** Where a person's picture is fetched, by those who see the person. */
export const avatarPath = (userId: number, name: string): string => `/avatars/people/${userId}/${name}`

/** Where the picture of this path is stored. */
export const avatarKey = (path: string): string => path.slice(1)
