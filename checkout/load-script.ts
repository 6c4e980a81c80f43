const loading = new Map<string, Promise<void>>()
const patienceMs = 20_000

/**
 * Loads a provider's script into the page, once for each address. Rejects when it has not arrived within 20 s; the next call
 * then asks for it anew.
 */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const script = document.createElement('script')
  const arrival = new Promise<void>((resolve, reject) => {
    setTimeout(reject, patienceMs)
    script.onload = () => resolve()
    script.onerror = reject
  }).catch(() => {
    loading.delete(address)
    script.remove()
    throw new Error(address)
  })
  loading.set(address, arrival)
  script.src = address
  document.head.append(script)
  return arrival
}
