import * as z from 'zod'

/** Which files a folder's list is about: those that stand in the folder, or those of all folders below it as well. */
export const folderScope = z.enum(['folder', 'below'])
export type FolderScope = z.infer<typeof folderScope>

/** As a query asks for it. */
export const scopeQuery = folderScope.default('folder')
