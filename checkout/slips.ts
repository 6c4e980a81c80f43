import type { ScriptTexts } from './texts.ts'
import { one } from './dom.ts'

/** Sends each chosen file by itself, and says beside the field what became of it. */
export function letSendSlips(attemptUrl: string, texts: ScriptTexts['slips']): void {
  const input = one('#slip')
  if (!(input instanceof HTMLInputElement)) return
  input.onchange = () => void sendAll(input, attemptUrl, texts)
}

async function sendAll(input: HTMLInputElement, attemptUrl: string, texts: ScriptTexts['slips']): Promise<void> {
  const rows = [...(input.files ?? [])].map((file) => ({ file, row: rowOf(file) }))
  one<HTMLElement>('[data-files]')?.append(...rows.map(({ row }) => row))
  // The same file may be chosen again, after an error.
  input.value = ''
  input.disabled = true
  let outcome: keyof ScriptTexts['slips'] = 'received'
  for (const { file, row } of rows) {
    say(texts.sending, false)
    row.dataset['state'] = 'sending'
    outcome = await send(file, attemptUrl)
    row.dataset['state'] = outcome === 'received' ? 'received' : 'wrong'
    if (outcome !== 'received') break
  }
  input.disabled = false
  if (rows.length > 0) say(texts[outcome], outcome !== 'received')
}

/** A chosen file by its name and size. */
function rowOf({ name, size }: File): HTMLElement {
  const row = document.createElement('li')
  const [nameIn, sizeIn] = [document.createElement('bdi'), document.createElement('small')]
  nameIn.textContent = name
  sizeIn.textContent = sizeText(size)
  row.append(nameIn, sizeIn)
  return row
}

function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  }).format(value)
}

async function send(file: File, attemptUrl: string): Promise<keyof ScriptTexts['slips']> {
  if (file.size > 20 * 1024 * 1024) return 'tooLarge'
  try {
    const response = await fetch(`${attemptUrl}/slips?name=${encodeURIComponent(file.name.slice(-120))}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (response.ok) return 'received'
    if (response.status === 413) return 'tooLarge'
    const { status_reason: reason } = (await response.json()) as { status_reason?: string }
    return reason === 'INVALID_FILE' ? 'invalid' : reason === 'INVALID_MAXIMUM_AMOUNT_LIMIT' ? 'enough' : 'failed'
  } catch {
    return 'failed'
  }
}

function say(text: string, isWrong: boolean): void {
  const place = one('#slip-error')
  if (!place) return
  place.textContent = text
  place.classList.toggle('error', isWrong)
}
