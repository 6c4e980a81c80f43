import type { SeenAttempt } from './attempts.ts'
import type { ScriptMethod } from './data.ts'
import { dateFormat, inPieces, leadTo, showPanel } from './show.ts'
import type { ScriptTexts } from './texts.ts'
import { all, one } from './dom.ts'

/** Shows what the shopper has to do now; what is shown already stays as it is, focus and all. */
export function showAction(
  attempt: SeenAttempt,
  { texts, way }: { texts: ScriptTexts; way: ScriptMethod | undefined },
): void {
  const { action, method, mayCancel } = attempt
  const name = way?.cardPageOf ?? way?.name ?? ''
  const words = (texts.acting as Readonly<Record<string, { title: string; text: string }>>)[
    way?.cardPageOf ? 'CARD_PAGE' : method === 'WALLET' && action.kind === 'show' ? 'WALLET_REQUEST' : method
  ]
  if (!words) return
  // Kept from turning the words around it, whichever way its own letters run.
  const named = (text: string) => text.replaceAll('{name}', `\u2068${name}\u2069`)
  say('[data-acting="title"]', named(words.title))
  say('[data-acting="text"]', named(words.text))
  for (const fact of ['code', 'bank', 'account_number', 'account_name', 'reference'] as const)
    showFact(fact, action[fact])
  showHidden('[data-fact="amount"]', !action.account_number && !action.code)
  const qr = one<HTMLImageElement>('[data-qr]')
  if (qr && action.qr_code.startsWith('data:image/')) qr.src = action.qr_code
  showHidden('[data-qr]', !action.qr_code)
  link('[data-go]', action.kind === 'redirect' ? action.url : '')
  link('[data-test-link]', action.test_url)
  showHidden('[data-test-part]', !action.test_url)
  showHidden('[data-other]', !mayCancel)
  showHidden('[data-slips]', method !== 'DIRECT_BANK_TRANSFER')
  // What became of files that were chosen here stands with them.
  if (attempt.slips > 0 && !one('[data-files] li')) say('#slip-error', texts.slips.received)
  showTimeLeft(attempt.expiresAt)
  if (one('[data-panel="action"]')?.hidden) showPanel('action')
}

/** The time that is left, running; days away it is a date. */
function showTimeLeft(expiresAt: number | null): void {
  clearInterval(ticking)
  showHidden('[data-left]', expiresAt === null)
  if (expiresAt === null) return
  const tick = () => {
    const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1_000))
    const soon = seconds < 3_600
    const two = (value: number) => String(value).padStart(2, '0')
    showHidden('[data-left-label="timer"]', !soon)
    showHidden('[data-left-label="time"]', soon)
    const place = one('[data-left-text]')
    if (place) place.dir = soon ? 'ltr' : 'auto'
    say('[data-left-text]', soon ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}` : dateText(expiresAt))
  }
  tick()
  ticking = setInterval(tick, 1_000)
}
let ticking: ReturnType<typeof setInterval> | undefined

const dateText = (at: number): string => dateFormat(document.documentElement.lang).format(at)

/** Lets every copy button put its fact on the clipboard, and say so for a moment. */
export function letCopy(): void {
  for (const button of all('[data-copy]')) {
    button.addEventListener('click', () => {
      const text = button.parentElement?.querySelector('bdi')?.textContent ?? ''
      void navigator.clipboard?.writeText(text.replaceAll('\u00a0', ' ')).then(() => {
        const says = (done: boolean) => {
          for (const label of button.querySelectorAll<HTMLElement>('[data-copy-says]'))
            label.hidden = (label.dataset['copySays'] === 'copied') !== done
        }
        says(true)
        setTimeout(() => says(false), 2_000)
      })
    })
  }
}

function showFact(name: string, text: string): void {
  showHidden(`[data-fact="${name}"]`, text === '')
  // A number is copied as it is, and read in groups.
  const place = one(`[data-fact="${name}"] bdi`)
  if (place && place.textContent !== text)
    place.replaceChildren(...(/^\d{8,}$/.test(text) ? inPieces(text, 4) : [text]))
}

function link(selector: string, address: string): void {
  const anchor = one<HTMLAnchorElement>(selector)
  if (anchor) leadTo(anchor, address)
}

function showHidden(selector: string, hidden: boolean): void {
  const element = one(selector)
  if (element && element.hidden !== hidden) element.hidden = hidden
}
function say(selector: string, text: string): void {
  const element = one(selector)
  if (element && element.textContent !== text) element.textContent = text
}
