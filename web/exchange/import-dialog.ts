import { lazyPart } from '../platform/lazy-part.tsx'

/** The import dialog, loaded when it is first shown; used in several places. */
export const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog, ['exchange'])
