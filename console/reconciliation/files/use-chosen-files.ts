import { useState } from 'react'
import { createRecon, listReconFiles, readReconFileSummary, uploadReconFileV3 } from '#contract/recon-files.ts'
import type { ReconFileType } from '#contract/recon-file-states.ts'
import { readReconSample } from '#contract/recon-mappings.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'

export interface Chosen {
  id: string
  file: File
  /** `looking`: it is being recognised. `ready`: it can be started. `refused`: it cannot, or was not. */
  state: 'looking' | 'ready' | 'sending' | 'begun' | 'refused'
  sample: ReconSample | null
  fault: string
  reconId: string
}
interface Whose {
  channel: string
  fileType: ReconFileType
  source: string
}

/** Files that were chosen: each is looked at as soon as it is, and all are sent and begun by `start`, one after the other. */
export function useChosenFiles({ channel, fileType, source }: Whose) {
  const environment = environmentOf(useUser())
  const [files, setFiles] = useState<Chosen[]>([])
  const [sending, setSending] = useState(false)
  const look = useAction(readReconSample)
  const upload = useAction(uploadReconFileV3)
  const begin = useAction(createRecon, { refreshes: [listReconFiles, readReconFileSummary] })
  const set = (id: string, next: Partial<Chosen>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...next } : one)))

  const add = (file: File) => {
    const id = crypto.randomUUID()
    setFiles((all) => [...all, { id, file, state: 'looking', sample: null, fault: '', reconId: '' }])
    const body = { environment, payment_channel_key: channel, file_type: fileType }
    void look.act({ file, body }).then((seen) => {
      if (!seen.ok) return set(id, { state: 'refused', fault: textOf(seen.error) })
      set(id, { state: seen.answer.reason === '' ? 'ready' : 'refused', sample: seen.answer })
    })
  }
  const send = async ({ id, file }: Chosen) => {
    set(id, { state: 'sending', fault: '' })
    const sent = await upload.act({ file, body: { environment } })
    if (!sent.ok) return set(id, { state: 'ready', fault: textOf(sent.error) })
    const { original_file_name: _, ...stored } = sent.answer
    const begun = await begin.act({ body: { environment, data: [{ ...stored, data_source: source }] } })
    if (!begun.ok) return set(id, { state: 'refused', fault: textOf(begun.error) })
    set(id, { state: 'begun', reconId: sent.answer.recon_id })
  }
  const start = async () => {
    setSending(true)
    for (const file of files) if (file.state === 'ready') await send(file)
    setSending(false)
  }
  const remove = (id: string) => setFiles((all) => all.filter((one) => one.id !== id))
  return { files, add, remove, start, sending }
}

/** A refusal with what lacks, in the words of its fields. */
function textOf(error: CallError): string {
  const fields = error.errors.map(fieldText).join(' ')
  return [failureText(error), fields].filter((text, at, all) => text !== '' && all.indexOf(text) === at).join(' ')
}
