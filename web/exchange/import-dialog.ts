import { lazyPart } from '../platform/lazy-part.tsx'

/** The dialog as it is mounted in several places; it comes when it is first shown. */
export const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog, ['exchange'])
