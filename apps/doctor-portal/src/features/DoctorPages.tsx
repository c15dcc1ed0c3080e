import { Outlet } from 'react-router-dom';
import { DoctorShortcuts } from './shortcuts/DoctorShortcuts';

/** Around the doctor's own pages: the shortcuts that work on each of them. */
export function DoctorPages() {
  return (
    <>
      <Outlet />
      <DoctorShortcuts />
    </>
  );
}
