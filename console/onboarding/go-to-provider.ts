/** Leaves the console for the page of a provider, which leads back to it. An address that is no web page leads nowhere. */
export function goToProvider(address: string): void {
  if (isPage(address)) window.location.assign(address)
}

export const isPage = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '')
