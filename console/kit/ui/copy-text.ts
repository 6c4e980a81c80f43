import i18next from 'i18next'
import { toastFailure, toastSuccess } from './toast.ts'

/** Copies a text for a command that leaves no button to say so, and says so in a toast. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => toastSuccess(i18next.t(($) => $.detail.copied)),
    () =>
      toastFailure(
        i18next.t(($) => $.detail.notCopied),
        '',
      ),
  )
