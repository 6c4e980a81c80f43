/** A notice at the top of the screen. */
export interface Toast {
  id: number
  kind: 'success' | 'failure'
  message: string
  /** What support needs to find the request; empty when there is none. */
  requestId: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
/** How many are shown at once; the oldest make room. */
const most = 3

export const shownToasts = (): readonly Toast[] => toasts
export const onToastsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
const show = (toast: Omit<Toast, 'id'>) => become([...toasts, { ...toast, id: ++lastId }].slice(-most))

/** Says at the top of the screen that something was done. */
export const toastSuccess = (message: string): void => show({ kind: 'success', message, requestId: '' })
/** Says at the top of the screen that something failed; the request's id helps support to find it. */
export const toastFailure = (message: string, requestId: string): void => show({ kind: 'failure', message, requestId })
/** Takes a notice away before its time. */
export const dismissToast = (id: number): void => become(toasts.filter((toast) => toast.id !== id))
