import type { BlockAction } from '@kaiwa/editor'
import { lazyPart } from '../platform/lazy-part.tsx'

const SectionAction = lazyPart(async () => (await import('./SectionAction.tsx')).SectionAction, ['sections'])

interface Props {
  action: BlockAction | null
  onClose: () => void
}

/** Section actions of the transcript's block lines. */
export const SectionActions = ({ action, onClose }: Props) =>
  action && (action.type === 'section' || action.type === 'removeSection') ? (
    <SectionAction action={action} onClose={onClose} />
  ) : null
