/** Opens the folder 'Recordings' and records into it. */
export const RECORD_PATH = '/record'

/** The recording screen of a folder. */
export function recordAddress(projectId: number): string {
  return `/projects/${projectId}/record`
}

/** Matches the addresses of recording screens. */
export const RECORDING_SCREEN = /^\/projects\/\d+\/record$/

/** The folder of an address: its own page, or that of one of its files. Null on other pages, also on the recording screen. */
export function folderToRecordInto(pathname: string): number | null {
  const [, id] = /^\/projects\/(\d+)(?:\/files\/\d+)?\/?$/.exec(pathname) ?? []
  return id === undefined ? null : Number(id)
}
