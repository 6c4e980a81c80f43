/** A toast: a notice at the top of the screen. */
export interface Toast {
  id: number
  kind: 'success' | 'failure'
  message: string
  /** The id by which support finds the request; empty without one. */
  requestId: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
/** The number of toasts shown at once; a new one removes the oldest. */
const most = 3

export const shownToasts = (): readonly Toast[] => toasts
export const onToastsChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function setState(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
const show = (toast: Omit<Toast, 'id'>) => setState([...toasts, { ...toast, id: ++lastId }].slice(-most))

/** Shows a toast of success. */
export const toastSuccess = (message: string): void => show({ kind: 'success', message, requestId: '' })
/** Shows a toast of failure, with the request's id for support. */
export const toastFailure = (message: string, requestId: string): void => show({ kind: 'failure', message, requestId })
/** Removes a toast before its time. */
export const dismissToast = (id: number): void => setState(toasts.filter((toast) => toast.id !== id))
