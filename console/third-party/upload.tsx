import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listThirdParty,
  listThirdPartyUploads,
  readThirdPartyUpload,
  takeBackThirdPartyUpload,
  type ThirdPartyUpload,
} from '#contract/third-party.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Errors } from './errors.tsx'
import { Outcome } from './outcome.tsx'

/** One upload: what became of its rows, its errors, and the way to take it back whole. */
export default function Upload({ uploadId }: { uploadId: string }): ReactNode {
  const { t } = useTranslation()
  const upload = useCall(readThirdPartyUpload, { path: { upload_id: uploadId } })
  const { data, refetch } = upload
  useFresh(data?.state === 'reading', () => void refetch())
  return (
    <Screen
      name="thirdParty"
      title={t(($) => $.thirdParty.one)}
      back="thirdParty"
      wide
      actions={data?.state === 'loaded' && <Acts upload={data} />}
    >
      {data ? (
        <>
          <Outcome upload={data} />
          {data.errors > 0 && <Errors upload={data} />}
          <History object="third-party" objectRef={uploadId} />
        </>
      ) : (
        <Unanswered query={upload} lines={8} missing={<Missing what="thirdPartyUpload" />} />
      )}
    </Screen>
  )
}

function Acts({ upload }: { upload: ThirdPartyUpload }): ReactNode {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const takeBack = useAction(takeBackThirdPartyUpload, {
    refreshes: [readThirdPartyUpload, listThirdPartyUploads, listThirdParty],
  })
  return (
    <>
      <Offered rule="thirdPartyUpload">
        <Button
          variant="default"
          disabled={upload.reconciled_at !== null}
          loading={takeBack.pending}
          onClick={() => setAsking(true)}
        >
          {t(($) => $.thirdParty.takeBack)}
        </Button>
      </Offered>
      <ButtonLink to="thirdParty" search={{ upload_id: upload.upload_id } as never}>
        {t(($) => $.thirdParty.toTransactions)}
      </ButtonLink>
      {asking && (
        <Confirm
          title={t(($) => $.thirdParty.takeBackTitle, { count: upload.valid })}
          confirm={t(($) => $.thirdParty.takeBack)}
          danger
          onConfirm={() => {
            setAsking(false)
            void takeBack.act({ path: { upload_id: upload.upload_id }, body: {} })
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t(($) => $.thirdParty.takeBackText)}</p>
        </Confirm>
      )}
    </>
  )
}
