import type { Areas } from '#i18n/areas.ts'
import type { CertificateLanguage } from '#i18n/certificate-languages.ts'
import { textsOf } from '#server/kit/texts.ts'

type Words = Areas['certificate']

/** Korean is no language of the product yet. */
const ko: Words = {
  title: '정산 확인서',
  page: '{page} / {pages}쪽',
  sandbox: '테스트 모드입니다. 실제로 송금된 금액은 없습니다.',
  facts: {
    number: '확인서 번호',
    digest: '해시값 (SHA-256)',
    issued: '발급일',
    period: '정산 기간',
    days: '{from} – {to}',
    zone: '시간대',
    status: '상태',
    payments: '결제 건수',
    refunds: '환불 건수',
  },
  parties: {
    merchant: '가맹점',
    account: '입금 계좌',
    companyNumber: '사업자등록번호: {number}',
    accountEnds: '계좌번호 끝자리 {digits}',
  },
  steps: {
    step: '항목',
    sold: '판매액',
    fees: '수수료 및 부가세',
    withholding: '원천징수세',
    refunded: '환불액',
    rounding: '단수 조정',
    net: '순판매액',
    held: '유보금 적립',
    released: '유보금 해제',
    transferFee: '송금 수수료',
  },
  sums: {
    net: '정산금',
    rate: '적용 환율',
    sent: '송금액',
    nothing: '송금할 금액이 없습니다.',
    notYet: '아직 송금되지 않았습니다. 환율은 송금 시점에 확정됩니다.',
  },
  rates: {
    title: '환율',
    rate: '환율 값',
    between: '{from} → {to}',
    reference: '{from} → {to} 기준 환율',
    applied: '{from} → {to} 적용 환율',
    file: '일일 기준 환율 파일',
    same: '동일 통화',
  },
  transfer: {
    title: '송금',
    providerRef: '송금 사업자 참조번호: {value}',
    sent: '송금 요청: {value}',
    remitted: '송금 완료: {value}',
    cost: '기준 환율 대비 환전 비용: {value}',
    returned: '반환액: {value}',
    kept: '은행 공제액: {value}',
  },
  about: {
    title: '이 확인서에 대하여',
    text: '이 확인서는 결제 게이트웨이가 자체 기록을 근거로 발급한 문서입니다. 은행이 발급한 문서가 아니며, 은행이 계좌에 입금했음을 확인하는 문서도 아닙니다.',
    findTitle: '진위 확인',
    find: '확인서 번호와 해시값으로 {address}에서 이 확인서를 찾을 수 있습니다. 해시값은 위의 모든 금액을 포함합니다.',
  },
  states: {
    Calculated: '정산 완료',
    'On Hold': '보류',
    Processing: '송금 중',
    Remitted: '송금 완료',
    Failed: '송금 실패',
    Returned: '반환',
  },
}

/** The words of certificates. A placeholder is `{name}`. */
export const certificateWords: Readonly<Record<CertificateLanguage, Words>> = { ...textsOf('certificate'), ko }
