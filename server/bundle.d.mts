/** In the server's folder, so that unbundled packages are resolved as from the sources. */
export const bundleFolder: string
/** Node keeps compiled code of sources there for the next start. */
export const compiledSources: string
export const root: string

export interface BundleRecord {
  /** Path of the file to run, relative to the bundle's folder. */
  entry: string
  /** Major version of Node that it was built for. */
  node: string
  /** Root folder of the sources: the bundle contains absolute paths. */
  root: string
  /** State of each source by its path relative to the root. */
  sources: Record<string, string>
}

export const nodeMajor: string

/** Size and modification time of a file; undefined if it does not exist. */
export function stateOf(path: string): string | undefined

/** Where Node keeps compiled code for the next start of this bundle, or of the sources without one. */
export function compiledFolder(bundle: string | undefined): string

/** The file to run, or undefined without a bundle of the current sources. */
export function findBundle(folder?: string): string | undefined
