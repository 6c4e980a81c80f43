import { all, one } from './dom.ts'

/** Shows one of the panels that the server wrote and hides the others; its heading gets the focus, so that it is read. */
export function showPanel(name: string): void {
  for (const panel of all('[data-panel]')) panel.hidden = panel.dataset['panel'] !== name
  panelOf(name)?.querySelector<HTMLElement>('[tabindex="-1"]:not([hidden])')?.focus()
}

/** A long text in pieces that styles set apart: easier to read, and copied without blanks. */
export const inPieces = (text: string, size: number): HTMLElement[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => {
    const piece = document.createElement('span')
    piece.className = 'piece'
    piece.textContent = text.slice(index * size, (index + 1) * size)
    return piece
  })

/** What is going on, in the panel that is shown. */
export function showProgress(text: string): void {
  for (const panel of all('[data-panel]')) {
    const line = panel.querySelector('.progress')
    const said = panel.hidden ? '' : text
    // Read out again only when it says something new.
    if (line && line.textContent !== said) line.textContent = said
  }
}

/** The thank-you with its reference and, when there is somewhere to go, the way there. True when there is. */
export function showThanks(reference: string, redirectUrl: string): boolean {
  for (const place of all('[data-reference]')) place.replaceChildren(...inPieces(reference, 9))
  const receipt = one<HTMLAnchorElement>('[data-receipt]')
  if (receipt)
    receipt.href = `${location.pathname.replace(/\/$/, '')}/receipts/${encodeURIComponent(reference)}?lang=${document.documentElement.lang}`
  const link = one<HTMLAnchorElement>('[data-continue]')
  const leads = link !== null && leadTo(link, redirectUrl)
  showPanel('thanks')
  return leads
}

/**
 * Lets a link lead to an address, and hides it where that is none. The browser's own reading of the address decides: nothing
 * but a web page is a place to go to.
 */
export function leadTo(link: HTMLAnchorElement, address: string): boolean {
  link.href = address
  const leads = address !== '' && /^https?:$/.test(link.protocol)
  if (!leads) link.removeAttribute('href')
  link.hidden = !leads
  return leads
}

/** The provider could not take the payment: the way back to the form, and out to the merchant where there is an address. */
export function showBetween(redirectUrl: string): void {
  const leave = one<HTMLAnchorElement>('[data-leave]')
  if (leave) leadTo(leave, redirectUrl)
  showPanel('between')
}

/** Says above the form what happened and what to do. */
export function showAlert(lines: readonly string[]): void {
  const [box] = all('[data-alert]')
  if (!box) return
  box.replaceChildren(
    ...lines.map((line, index) => {
      const part = document.createElement(index === 0 ? 'strong' : 'span')
      part.textContent = line
      return part
    }),
  )
  box.hidden = lines.length === 0
  if (lines.length > 0) box.focus()
}

/**
 * The button as it stands: to be pressed (`pay`, `goOn`, or a way with words of its own), at work (`working`), or to be pressed
 * again because no answer came (`again`).
 */
export function showButton(says: string): void {
  const working = says === 'working'
  for (const button of all('[data-pay]')) {
    // Not `disabled`, which would throw the focus out of the form.
    button.setAttribute('aria-disabled', String(working))
    button.classList.toggle('working', working)
  }
  for (const label of all('[data-says]')) label.hidden = label.dataset['says'] !== says
}

/** A moment as text: western figures and the calendar that invoices are written in, in every language. */
export const dateFormat = (language: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    numberingSystem: 'latn',
    calendar: 'gregory',
  })

/** Times in the shopper's own zone, and a letter instead of a logo that does not load. */
export function adaptToBrowser(): void {
  const format = dateFormat(ownVariant(document.documentElement.lang))
  for (const time of all<HTMLTimeElement>('time')) time.textContent = format.format(new Date(time.dateTime))
  for (const logo of all<HTMLImageElement>('.logo img')) {
    const drop = () => logo.remove()
    if (logo.complete && logo.naturalWidth === 0) drop()
    else logo.addEventListener('error', drop)
  }
}

/**
 * The shopper's variant of the page's language, en-GB for en, since they write dates differently. Chromium calls the locale of
 * POSIX `en-US@posix`, which is no language tag.
 */
const ownVariant = (language: string): string =>
  navigator.languages.find((tag) => tag.split('-')[0] === language.split('-')[0] && !tag.includes('@')) ?? language

const panelOf = (name: string): HTMLElement | null => one<HTMLElement>(`[data-panel="${name}"]`)
