import type { EditSessionState } from '@kaiwa/editor'

/** True when leaving edit mode now would lose something. A composition counts: its text is only on the page so far. */
export const hasUnsaved = ({ isEditing, isDirty, isComposing }: EditSessionState): boolean =>
  isEditing && (isDirty || isComposing)
