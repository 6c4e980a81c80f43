import { useEffect, useState } from 'react'
import { faults } from '#contract/faults.ts'
import { listFileMappings, listMappingVersions, saveFileMapping, type FileMapping } from '#contract/recon-mappings.ts'
import type { MappingFileType, MappingReading } from '#contract/recon-mapping-shapes.ts'
import { listDataSources, listReconChannels } from '#contract/recon-sources.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { editedMapping, emptyMapping, proposedMapping, sentMapping, type Edited } from './edited.ts'
import { useSample } from './use-sample.ts'

interface MappingAsked {
  channel: string
  /** The newest version of the mapping that is changed; null for a new one. */
  saved: FileMapping | null
  /** An older version whose content is taken up again; empty for the newest. */
  from: string
  refetch: () => Promise<readonly FileMapping[]>
  onSaved: (saved: FileMapping) => void
}

/** A mapping while it is made or changed: what it says, how the sample is read by it, and what is refused about it. */
export function useMapping({ channel, saved, from, refetch, onSaved }: MappingAsked) {
  const environment = environmentOf(useUser())
  const [edited, setEdited] = useState<Edited>(() => (saved ? editedMapping(saved) : emptyMapping('recon')))
  const [parent, setParent] = useState(saved)
  const [newer, setNewer] = useState<FileMapping | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [isChanged, setChanged] = useState(false)
  const reading = useSample(channel)
  const sources = useCall(listDataSources, { query: { environment } })
  const save = useAction(saveFileMapping, {
    refreshes: [listFileMappings, listMappingVersions, listReconChannels, listDataSources],
  })
  const versions = useCall(
    listMappingVersions,
    { path: { rfm_id: from }, query: { environment } },
    { enabled: from !== '' },
  )
  const taken = versions.data?.find(({ rfm_id: id }) => id === from)
  useEffect(() => {
    if (!taken) return
    setEdited(editedMapping(taken))
    setChanged(true)
  }, [taken])

  /** Another value of the mapping; the sample is read anew unless it is only a name. */
  const change = (next: Partial<Edited>, { isName = false }: { isName?: boolean } = {}) => {
    const after = { ...edited, ...next }
    setEdited(after)
    setChanged(true)
    setFailure(null)
    if (!isName) reading.readSoon(after)
  }
  /** Looks at a sample: by the mapping where there is one, else to propose one. */
  const look = async (file: File, layoutName: (key: string) => string) => {
    setChanged(true)
    if (saved) {
      const read = await reading.read(file, { by: edited })
      // A later sample may have columns that the earlier one had not.
      if (read) setEdited((before) => ({ ...before, all_headers: read.headers.filter((title) => title !== '') }))
      return
    }
    const answer = await reading.read(file, { fileType: edited.file_type })
    if (answer) setEdited((before) => proposedMapping(before, answer, layoutName(answer.layout)))
  }
  /** Proposes anew with what is said by now of encoding, marks and sheet. */
  const proposeAgain = async () => {
    if (!reading.file) return
    const answer = await reading.read(reading.file, { hints: edited })
    if (answer) setEdited((before) => proposedMapping(before, answer, ''))
  }
  const setFileType = (fileType: MappingFileType) => {
    const next = emptyMapping(fileType)
    setEdited({ ...next, display_name: edited.display_name, file_prefix: edited.file_prefix })
    if (!reading.file) return
    void reading.read(reading.file, { fileType }).then((answer) => {
      if (answer) setEdited((before) => proposedMapping(before, answer, ''))
    })
  }
  const send = async () => {
    setFailure(null)
    const whose = { environment, payment_channel_key: channel }
    const body = { ...whose, ...sentMapping(edited), ...(parent && { parent_rfm_id: parent.rfm_id }) }
    const outcome = await save.act({ body })
    if (outcome.ok) {
      setChanged(false)
      return onSaved(outcome.answer)
    }
    setFailure(outcome.error)
    if (outcome.error.reason !== faults.mappingChanged.reason) return
    const all = await refetch()
    setNewer(all.find(({ mapping_id: id }) => id === saved?.mapping_id) ?? null)
  }
  const keepMine = () => {
    setParent(newer)
    setNewer(null)
    setFailure(null)
  }
  const takeTheirs = () => {
    if (!newer) return
    setEdited(editedMapping(newer))
    reading.readSoon(editedMapping(newer))
    keepMine()
  }
  const refused = failure ?? reading.error
  return {
    edited,
    change,
    look,
    proposeAgain,
    setFileType,
    send,
    isSaving: save.pending,
    isChanged,
    newer,
    keepMine,
    takeTheirs,
    reading,
    refused,
    sources: (sources.data?.list ?? []).filter(({ payment_channel_key: key }) => key === '' || key === channel),
    /** By the path of a field. */
    errors: Object.fromEntries((refused?.errors ?? []).map((one) => [one.path, fieldText(one)])),
  }
}
export type MappingState = ReturnType<typeof useMapping>

/** What the sections of the assistant share. */
export interface PartProps {
  edited: Edited
  change: MappingState['change']
  /** The titles of the sample, or those that the saved version knows. */
  titles: readonly string[]
  errors: Readonly<Record<string, string>>
}
/** What the sections of the fold share. */
export interface AdvancedProps extends PartProps {
  /** How the layout of the mapping reads; undefined for a mapping of one's own. */
  layout: MappingReading | undefined
  /** The words of a column in the sample. */
  wordsOf: (column: string | number) => readonly string[]
}
