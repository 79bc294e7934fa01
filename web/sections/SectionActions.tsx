import type { BlockAction } from '@kaiwa/editor'
import { lazyPart } from '../platform/lazy-part.tsx'

const SectionAction = lazyPart(async () => (await import('./SectionAction.tsx')).SectionAction, ['sections'])

interface Props {
  action: BlockAction | null
  onClose: () => void
}

/** What changes sections at the lines of the transcript. */
export const SectionActions = ({ action, onClose }: Props) =>
  action && (action.type === 'section' || action.type === 'removeSection') ? (
    <SectionAction action={action} onClose={onClose} />
  ) : null
