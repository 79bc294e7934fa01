import { hasUncertainWords, isUncertain } from '@kaiwa/transcript'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { useSavedSetting } from '../../platform/use-saved-setting.ts'
import type { Reading } from '../derived.ts'
import type { OverlayProps } from '../file-page.ts'
import { useOpenFile } from '../open-file.ts'
import { useDerived } from '../use-derived.ts'

const UncertainMarks = lazyPart(async () => (await import('./UncertainMarks.tsx')).UncertainMarks, ['editing'])

const hasAny: Reading<boolean> = {
  read: hasUncertainWords,
  // An edit makes words certain. An undo and a block from the server may bring uncertain ones.
  isTouchedBy: (change) => change.type === 'insert' || (change.type === 'put' && change.after.terms.some(isUncertain)),
}

function MarksIfAny({ view }: { view: NonNullable<OverlayProps['view']> }) {
  const { session } = useOpenFile()
  return useDerived(session, hasAny) && <UncertainMarks view={view} />
}

/** Marks words of low confidence. Nothing is loaded or computed while the setting is off. */
function UncertainWords({ view }: OverlayProps) {
  const [isOn] = useSavedSetting('is_uncertain_marked')
  return isOn && view && <MarksIfAny view={view} />
}

export const uncertainWords = { id: 'uncertain', order: 30, Overlay: UncertainWords }
