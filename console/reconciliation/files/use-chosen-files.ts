import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { createRecon, listReconFiles, readReconFileSummary, uploadReconFileV3 } from '#contract/recon-files.ts'
import type { ReconFileType } from '#contract/recon-file-states.ts'
import { readReconSample } from '#contract/recon-mappings.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'

export interface Chosen {
  id: string
  file: File
  /** `looking`: it is being looked at, or waits for that. `ready`: it can be started. `refused`: it cannot be as it is. */
  state: 'looking' | 'ready' | 'waiting' | 'sending' | 'begun' | 'refused'
  sample: ReconSample | null
  fault: string
  /** The file as it was uploaded. It is not uploaded again where only its beginning failed. */
  stored: WireOutput<typeof uploadReconFileV3> | null
}
interface Whose {
  channel: string
  fileType: ReconFileType
  source: string
}
const isTooLarge = ({ size }: File) => size > limits.uploadBytes
/** Files that are not begun, and of which nothing is under way. */
const isOpen = ({ state }: Chosen) => state === 'looking' || state === 'ready' || state === 'refused'

/**
 * Files that were chosen. Each is looked at, and again when it is said to be of another source; `start` sends and begins those that
 * are ready. Both go one file after the other.
 */
export function useChosenFiles({ channel, fileType, source }: Whose) {
  const environment = environmentOf(useUser())
  const [files, setFiles] = useState<readonly Chosen[]>([])
  const [sending, setSending] = useState(false)
  const present = useRef(files)
  const looks = useRef({ of: source, turn: Promise.resolve() })
  const { act: read } = useAction(readReconSample)
  const upload = useAction(uploadReconFileV3)
  const begin = useAction(createRecon, { refreshes: [listReconFiles, readReconFileSummary] })
  const change = (next: readonly Chosen[]) => setFiles((present.current = next))
  const set = (id: string, next: Partial<Chosen>) =>
    change(present.current.map((one) => (one.id === id ? { ...one, ...next } : one)))
  const found = (id: string) => present.current.find((one) => one.id === id)

  const look = (id: string) => {
    const isWanted = () => looks.current.of === source && found(id)?.state === 'looking'
    set(id, { state: 'looking', sample: null, fault: '' })
    looks.current.turn = looks.current.turn.then(async () => {
      const file = found(id)?.file
      if (!file || !isWanted()) return
      const whose = { payment_channel_key: channel, file_type: fileType, data_source: source }
      const seen = await read({ file, body: { environment, ...whose } })
      if (!isWanted()) return
      if (!seen.ok) return set(id, { state: 'refused', fault: textOf(seen.error) })
      const { reason, mapping_id } = seen.answer
      set(id, { state: reason === '' && mapping_id !== '' ? 'ready' : 'refused', sample: seen.answer })
    })
  }
  const lookAnew = useEffectEvent(() => {
    for (const one of present.current.filter(isOpen))
      if (source !== '' && !isTooLarge(one.file)) look(one.id)
      else set(one.id, { state: 'refused', sample: null })
  })
  useEffect(() => {
    if (looks.current.of === source) return
    looks.current.of = source
    lookAnew()
  }, [source])

  const add = (file: File) => {
    if (present.current.filter(isOpen).length >= limits.reconFilesAtOnce) return
    const id = crypto.randomUUID()
    const fault = isTooLarge(file) ? wireWord('reasons', faults.fileTooLarge.reason) : ''
    change([...present.current, { id, file, state: 'refused', sample: null, fault, stored: null }])
    if (fault === '') look(id)
  }
  const send = async ({ id, file, stored: before }: Chosen) => {
    set(id, { state: 'sending', fault: '' })
    const sent = before ? { ok: true as const, answer: before } : await upload.act({ file, body: { environment } })
    if (!sent.ok) return set(id, { state: 'ready', fault: textOf(sent.error) })
    const { original_file_name: _, ...stored } = sent.answer
    const begun = await begin.act({ body: { environment, data: [{ ...stored, data_source: source }] } })
    if (!begun.ok) return set(id, { state: 'ready', stored: sent.answer, fault: textOf(begun.error) })
    set(id, { state: 'begun', stored: sent.answer })
  }
  const start = async () => {
    setSending(true)
    const ready = present.current.filter(({ state }) => state === 'ready')
    for (const { id } of ready) set(id, { state: 'waiting' })
    for (const one of ready) await send(one)
    setSending(false)
  }
  const remove = (id: string) => change(present.current.filter((one) => one.id !== id))
  return { files, add, look, remove, start, sending, isFull: files.filter(isOpen).length >= limits.reconFilesAtOnce }
}

/** A refusal with what lacks, in the words of its fields. */
function textOf(error: CallError): string {
  const fields = error.errors.map(fieldText).join(' ')
  return [failureText(error), fields].filter((text, at, all) => text !== '' && all.indexOf(text) === at).join(' ')
}
