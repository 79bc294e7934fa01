import * as z from 'zod'

/** Which files a folder's list includes: only those in the folder, or also those of all folders below it. */
export const folderScope = z.enum(['folder', 'below'])
export type FolderScope = z.infer<typeof folderScope>

/** The scope as a query parameter. */
export const scopeQuery = folderScope.default('folder')
