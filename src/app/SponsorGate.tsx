import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { redirectFor } from '../domain/navigation/routePath';
import { usePorts } from '../platform/portsContext';
import { forgetPath, restorePath } from '../session/rememberedPath';
import { LoadingStatus } from './LoadingStatus';

/** Keeps people under their own sponsor: any other path leads to the one from before the login, or to the projects. */
export function SponsorGate({ sponsorId }: { readonly sponsorId: string }) {
  const ports = usePorts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const target = redirectFor(pathname, sponsorId);

  useEffect(() => {
    if (target === undefined) forgetPath(ports);
    else void navigate(restorePath(ports, sponsorId) ?? target, { replace: true });
  }, [target, ports, sponsorId, navigate]);

  return target === undefined ? <Outlet /> : <LoadingStatus />;
}
