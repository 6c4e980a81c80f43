import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readThirdPartyUpload, type ThirdPartyUpload } from '#contract/third-party.ts'
import type { ThirdPartyMapping } from '#contract/third-party-mapping.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Errors } from './errors.tsx'
import { Mapping } from './mapping.tsx'
import { Outcome } from './outcome.tsx'
import { SheetPreview } from '#console/kit/details/sheet-preview.tsx'
import { SheetFault } from '#console/kit/ui/sheet.tsx'
import styles from './third-party.module.css'

interface CheckProps {
  upload: ThirdPartyUpload
  fault: string
  pending: boolean
  onAgain: (mapping: ThirdPartyMapping) => void
  onLoad: (mapping: ThirdPartyMapping) => void
  onOther: () => void
}

/** A sheet that was checked: what it would add, its errors, and how it is read, which can be changed. */
export function Check({ upload: sent, fault, pending, onAgain, onLoad, onOther }: CheckProps): ReactNode {
  const { t } = useTranslation()
  const read = useCall(
    readThirdPartyUpload,
    { path: { upload_id: sent.upload_id } },
    { enabled: sent.state === 'reading' },
  )
  const { refetch } = read
  const upload = read.data ?? sent
  useFresh(upload.state === 'reading', () => void refetch())
  const [changed, setChanged] = useState<ThirdPartyMapping | null>(null)
  return (
    <Screen
      name="thirdParty"
      title={t(($) => $.thirdParty.new)}
      back="thirdParty"
      wide
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="upload" />} onClick={onOther}>
            {t(($) => $.thirdParty.other)}
          </Button>
          {changed ? (
            <Button loading={pending} onClick={() => onAgain(changed)}>
              {t(($) => $.thirdParty.again)}
            </Button>
          ) : (
            upload.valid > 0 && (
              <Button loading={pending} onClick={() => onLoad(upload.mapping)}>
                {t(($) => $.thirdParty.load, { count: upload.valid })}
              </Button>
            )
          )}
        </>
      }
    >
      <Outcome upload={upload} />
      <SheetFault fault={fault} />
      {upload.errors > 0 && upload.valid > 0 && <p className={styles['hint']}>{t(($) => $.thirdParty.goodAlone)}</p>}
      {upload.head.length > 0 && (
        <>
          <Mapping upload={upload} mapping={changed ?? upload.mapping} onChange={setChanged} />
          <SheetPreview title={t(($) => $.thirdParty.preview)} head={upload.head} rows={upload.preview} />
        </>
      )}
      {upload.errors > 0 && <Errors upload={upload} />}
    </Screen>
  )
}
