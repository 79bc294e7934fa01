import i18next from 'i18next'
import { useNavigate } from 'react-router'
import { codeOf } from './api-error.ts'
import { call } from './call.ts'
import { confirmLeaving } from './leave-guard.ts'
import { endSession } from './session.ts'
import { toast } from './toasts.ts'

/** Signs out; an expired session counts as signed out (AUTH-58, AUTH-59). */
export function useLogout(): () => void {
  const navigate = useNavigate()
  const logout = async () => {
    try {
      await call('logout')
    } catch (error) {
      const code = codeOf(error)
      if (code !== 'E_NO_ACCESS_TOKEN' && code !== 'E_INVALID_ACCESS_TOKEN') {
        toast.error(i18next.t('logoutFailed'))
        return
      }
    }
    endSession({ onPurpose: true })
    toast.success(i18next.t('loggedOut'))
    await navigate('/login')
  }
  // Asks about unsaved work while the user is still signed in and can save it.
  return () => confirmLeaving(() => void logout())
}
