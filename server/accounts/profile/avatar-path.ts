/** URL path of a person's photo. */
export function avatarPath(userId: number, name: string): string {
  return `/avatars/people/${userId}/${name}`
}

/** Storage key of the photo at this path. */
export function avatarKey(path: string): string {
  return path.slice(1)
}
