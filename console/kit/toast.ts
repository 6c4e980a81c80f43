import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { limits } from '#contract/limits.ts'

const common = () =>
  ({
    autoClose: limits.toastMs,
    position: 'top-center',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t(($) => $.confirm.close) },
  }) as const

/** Says at the top of the screen that something was done. */
export function toastSuccess(message: string): void {
  notifications.show({ ...common(), message, color: 'teal' })
}
/** Says at the top of the screen that something failed; the request's id helps support to find it. */
export function toastFailure(message: string, requestId: string): void {
  notifications.show({ ...common(), message: requestId ? `${message} (${requestId})` : message, color: 'red' })
}
