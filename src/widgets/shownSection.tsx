import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { readPreviewPlace, writePreviewPlace, type SectionPlace } from '@data-manager/domain/pictures/previewQuery';

interface Reported {
  /** The section that the preview shows; undefined until it is mounted. */
  readonly place: SectionPlace | undefined;
  readonly report: (place: SectionPlace | undefined) => void;
}

const ReportedSection = createContext<Reported>({ place: undefined, report: () => undefined });

/** Shares the section that the preview shows with the lists and maps beside it. */
export function ShownSectionProvider({ children }: { readonly children: ReactNode }) {
  const [place, report] = useState<SectionPlace>();
  return <ReportedSection value={{ place, report }}>{children}</ReportedSection>;
}

/** Returns the section that the preview shows, and functions to show another one. */
export function useShownSection() {
  const [params, setParams] = useSearchParams();
  const { place } = useContext(ReportedSection);
  const { section, layer } = readPreviewPlace(params);
  const requested = section === undefined ? undefined : { section, layer };
  return {
    /** The section that the preview shows. Follows the slider without delay. */
    shown: place ?? requested,
    /** The section in the URL. Follows the slider when it rests. */
    requested,
    /** Shows a section. Replaces the current history entry. */
    showSection: (to: SectionPlace) =>
      setParams((others) => withSection(to, others), { replace: true, preventScrollReset: true }),
  };
}

/** Reports the section that the preview shows while the calling component is mounted. */
export function useReportedSection({ section, layer }: SectionPlace): void {
  const { report } = useContext(ReportedSection);
  useEffect(() => report({ section, layer }), [report, section, layer]);
  useEffect(() => () => report(undefined), [report]);
}

function withSection(place: SectionPlace, others: URLSearchParams): URLSearchParams {
  const { page, off } = readPreviewPlace(others);
  return writePreviewPlace({ page, off, ...place }, others);
}
