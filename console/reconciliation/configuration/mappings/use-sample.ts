import { useEffect, useRef, useState } from 'react'
import { readReconSample } from '#contract/recon-mappings.ts'
import type { MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { sentMapping, type Edited } from './edited.ts'
import { completeReading } from './rules.ts'

/** A sample that is looked at without a mapping, with some hints, or by a mapping. */
type Asked = { fileType: MappingFileType } | { hints: Edited } | { by: Edited }

export interface SampleState {
  file: File | null
  /** What the file was recognised as, with the questions that it leaves open. */
  found: ReconSample | null
  /** As the mapping reads it now. */
  sample: ReconSample | null
  /** Why it could not be read so. */
  error: CallError | null
  pending: boolean
}

const pauseMs = 500

/** Reads a sample, and reads it again whenever its mapping is changed. Of several readings under way only the last counts. */
export function useSample(channel: string) {
  const environment = environmentOf(useUser())
  const { act } = useAction(readReconSample)
  const [state, setState] = useState<SampleState>(nothing)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const read = async (file: File, how: Asked): Promise<ReconSample | null> => {
    const number = ++asked.current
    setState((before) => ({ ...before, file, pending: true }))
    const whose = { environment, ...(channel && { payment_channel_key: channel }) }
    const outcome = await act({ file, body: { ...whose, ...bodyOf(how) } })
    if (number !== asked.current) return null
    if (!outcome.ok) {
      setState((before) => ({ ...before, error: outcome.error, pending: false }))
      return null
    }
    const { answer } = outcome
    setState(({ found }) => ({
      file,
      found: 'by' in how ? found : answer,
      sample: answer,
      error: null,
      pending: false,
    }))
    return answer
  }
  /** Reads the file as the mapping says, once nothing has been changed for a moment. */
  const readSoon = (edited: Edited) => {
    clearTimeout(timer.current)
    const { file } = state
    if (!file) return
    setState((before) => ({ ...before, pending: true }))
    timer.current = setTimeout(() => void read(file, { by: edited }), pauseMs)
  }
  return { ...state, read, readSoon }
}
const nothing: SampleState = { file: null, found: null, sample: null, error: null, pending: false }

function bodyOf(how: Asked) {
  if ('fileType' in how) return { file_type: how.fileType }
  if ('by' in how) return { mapping: JSON.stringify(named(sentMapping(completed(how.by)))) }
  // Of what is said so far only that counts by which the bytes are read.
  const { file_type, sheet_number, reading } = how.hints
  const { encoding, delimiter, quote, rows_at } = reading
  const bytes = { encoding, delimiter, quote, rows_at }
  return {
    mapping: JSON.stringify(
      named({ engine_source: 'SHEET', display_name: '', file_type, sheet_number, reading: bytes }),
    ),
  }
}
const completed = (edited: Edited): Edited => ({ ...edited, reading: completeReading(edited.reading) })
/** A sample is read before its mapping has a name. */
const named = <M extends { display_name: string }>(mapping: M): M => ({
  ...mapping,
  display_name: mapping.display_name.trim() || '-',
})
