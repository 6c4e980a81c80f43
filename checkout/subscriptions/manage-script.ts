import './manage.css'
import { ask, textAt } from '../ask.ts'
import { all, one } from '../dom.ts'
import { adaptToBrowser, showAlert } from '../show.ts'
import type { ManageWords } from './manage.ts'

/** The page on which a customer sees to a subscription: opens it by its link, sends a new one, and cancels. */
const { manageUrl, texts } = JSON.parse(one('#page-data')?.textContent ?? '') as {
  manageUrl: string
  texts: ManageWords
}

adaptToBrowser()
// No server, proxy or log is told of what stands behind the `#`; only the press sends it, once.
const token = location.hash.slice(1)
for (const link of all<HTMLAnchorElement>('.languages a')) link.hash = token
const canOpen = token !== '' && one('[data-open]') !== null
one('[data-open]')?.toggleAttribute('hidden', !canOpen)
one('[data-ask]')?.toggleAttribute('hidden', canOpen)

let busy = false
for (const button of all('[data-do]'))
  button.addEventListener('click', () => void once(button.dataset['do'] === 'open' ? open : sendLink))
one('[data-cancel]')?.addEventListener('submit', (event) => {
  event.preventDefault()
  void once(cancel)
})
one('[data-keep]')?.addEventListener('click', keep)

async function open(): Promise<void> {
  const reply = await act('open', { token })
  if (reply === 'done') return location.replace(location.pathname + location.search)
  one('[data-open]')?.setAttribute('hidden', '')
  one('[data-ask]')?.removeAttribute('hidden')
  showAlert([reply === 'unreachable' ? texts.trouble : texts.used])
}

async function sendLink(): Promise<void> {
  const reply = await act('link', {})
  const line = one('[data-ask] .progress')
  if (line) line.textContent = reply === 'done' ? texts.sent : texts.trouble
}

/** The form is folded up again, and the focus is where it was opened. */
function keep(): void {
  const panel = one<HTMLDetailsElement>('details.cancel')
  panel?.removeAttribute('open')
  panel?.querySelector('summary')?.focus()
}

async function cancel(): Promise<void> {
  const at = one<HTMLInputElement>('input[name="at"]:checked')?.value
  const reason = one<HTMLInputElement>('#reason')?.value.trim()
  const reply = await act('cancel', { ...(at && { at }), ...(reason && { reason }) })
  if (reply === 'unreachable') return showAlert([texts.trouble])
  // Without a session, or where it has changed meanwhile, the page says how things are.
  location.reload()
}

/** `refused` where the server does not do it, such as without a session. */
async function act(name: string, body: object): Promise<'done' | 'refused' | 'unreachable'> {
  const reply = await ask(`${manageUrl}/${name}`, { method: 'POST', body: { ...body }, timeoutMs: 15_000 })
  if (reply === 'unreachable' || reply.status >= 500 || textAt(reply.body, 'status_reason') === 'TOO_MANY_REQUESTS')
    return 'unreachable'
  return reply.status < 300 ? 'done' : 'refused'
}

async function once(work: () => Promise<void>): Promise<void> {
  if (busy) return
  busy = true
  showAlert([])
  await work()
  busy = false
}
