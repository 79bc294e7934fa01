import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { keyCap } from '../../platform/keyboard.ts'

const TOUCHED = '(hover: none) and (pointer: coarse)'

/** Names the keys that send a text of several lines. Empty on devices that are only touched, whose keyboards lack these keys. */
export function SendHint() {
  const { t } = useTranslation()
  const isTouched = useMediaQuery(TOUCHED, globalThis.matchMedia(TOUCHED).matches)
  return isTouched ? null : t('sendHint', { key: `${keyCap('Mod')}+Enter` })
}
