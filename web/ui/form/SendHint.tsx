import { useTranslation } from 'react-i18next'
import { keyCap } from '../../platform/keyboard.ts'
import { useIsTouched } from '../use-is-touched.ts'

/** Names the keys that send a text of several lines. Empty on devices that are only touched, whose keyboards lack these keys. */
export function SendHint() {
  const { t } = useTranslation()
  return useIsTouched() ? null : t('sendHint', { key: `${keyCap('Mod')}+Enter` })
}
