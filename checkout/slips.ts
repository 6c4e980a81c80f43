import type { ScriptTexts } from './texts.ts'

/** Sends each chosen file by itself, and says beside the field what became of it. */
export function letSendSlips(attemptUrl: string, texts: ScriptTexts['slips']): void {
  const input = document.getElementById('slip')
  if (!(input instanceof HTMLInputElement)) return
  input.onchange = () => void sendAll(input, attemptUrl, texts)
}

async function sendAll(input: HTMLInputElement, attemptUrl: string, texts: ScriptTexts['slips']): Promise<void> {
  const files = [...(input.files ?? [])]
  let outcome: keyof ScriptTexts['slips'] = 'received'
  for (const file of files) {
    say(texts.sending, false)
    outcome = await send(file, attemptUrl)
    if (outcome !== 'received') break
  }
  if (files.length > 0) say(texts[outcome], outcome !== 'received')
  input.value = ''
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
  const place = document.getElementById('slip-error')
  if (!place) return
  place.textContent = text
  place.classList.toggle('error', isWrong)
}
