import { chooseLanguage as call } from '#contract/users.ts'
import type { Language } from '#i18n/languages.ts'
import { CallError } from '#console/kit/api/send-call.ts'
import { changeLanguage } from '#console/kit/i18n/i18n.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { callAsUser, sessionState } from './session.ts'

/** Changes the language of the console, and stores it as the signed-in user's choice for every device and for mails. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  const state = sessionState()
  // A session that views another role changes nothing.
  if (state.phase !== 'signedIn' || state.session.user.viewing_as) return
  try {
    await callAsUser(call, { body: { language } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status !== 401) toastFailure(failureText(error), error.requestId)
  }
}
