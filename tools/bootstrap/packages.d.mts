interface Lockfile {
  packages: Record<
    string,
    { version?: string; integrity?: string; link?: boolean; optional?: boolean; resolved?: string; name?: string }
  >
}

export const isInstalled: (wanted: Lockfile | null, installed: Lockfile | null) => boolean
